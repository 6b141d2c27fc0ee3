/** One instruction, such as `RUN npm ci`; `text` is what follows its name, on one line. */
export interface Instruction {
  name: string;
  text: string;
}

/** What begins with a FROM. Stages without a name have their number, counted from 0. */
export interface Stage {
  name: string;
  from: string;
  instructions: Instruction[];
}

/** Joins continued lines and leaves out comments and empty lines. */
export function readInstructions(dockerfile: string): Instruction[] {
  return dockerfile
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => {
      const [, name, text] = /^\s*([A-Z]+)\s+(.*?)\s*$/.exec(line) ?? [];
      if (!name || text === undefined) throw new Error(`Dockerfile: this is no instruction: ${line}`);
      return { name, text };
    });
}

/** @returns the stages in order; the last one is the image. What stands before the first FROM is left out. */
export function readStages(dockerfile: string): Stage[] {
  const stages: Stage[] = [];
  for (const instruction of readInstructions(dockerfile)) {
    const [, from, name] = /^FROM (\S+)(?: AS (\S+))?$/.exec(`${instruction.name} ${instruction.text}`) ?? [];
    if (from) stages.push({ name: name ?? String(stages.length), from, instructions: [] });
    else stages.at(-1)?.instructions.push(instruction);
  }
  return stages;
}

/** The texts of all instructions of that name in the stage. */
export const textsOf = (stage: Stage, name: string): string[] =>
  stage.instructions.filter((instruction) => instruction.name === name).map(({ text }) => text);
