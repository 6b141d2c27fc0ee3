/** One instruction, such as `RUN npm ci`. `text` is the part after the name, joined into one line. */
export interface Instruction {
  name: string;
  text: string;
}

/** A stage, which begins with FROM. A stage without a name gets its number, from 0, as its name. */
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
      if (!name || text === undefined) throw new Error(`Dockerfile: not an instruction: ${line}`);
      return { name, text };
    });
}

/** Returns the stages in order; the last one is the image. Ignores instructions before the first FROM. */
export function readStages(dockerfile: string): Stage[] {
  const stages: Stage[] = [];
  for (const instruction of readInstructions(dockerfile)) {
    const [, from, name] = /^FROM (\S+)(?: AS (\S+))?$/.exec(`${instruction.name} ${instruction.text}`) ?? [];
    if (from) stages.push({ name: name ?? String(stages.length), from, instructions: [] });
    else stages.at(-1)?.instructions.push(instruction);
  }
  return stages;
}

/** Returns the texts of all instructions with that name in the stage. */
export const textsOf = (stage: Stage, name: string): string[] =>
  stage.instructions.filter((instruction) => instruction.name === name).map(({ text }) => text);
