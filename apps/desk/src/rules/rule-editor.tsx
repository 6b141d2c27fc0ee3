import { useRef } from 'react';

interface RuleEditorProps {
  text: string;
  onChange: (text: string) => void;
  /** lines with a problem, from 1 */
  wrong: ReadonlySet<number>;
  /** the id of what describes the problems */
  describedBy: string;
  /** where the cursor goes; another object moves it again */
  cursor: { offset: number } | undefined;
}

const MIN_LINES = 18;

/** A text field for a definition, with numbers of lines. Tab leaves it, and so does Escape, after which keys are commands. */
export function RuleEditor({ text, onChange, wrong, describedBy, cursor }: RuleEditorProps) {
  const lines = text.split('\n').length;
  const moved = useRef<object>(undefined);
  return (
    <div className="editor">
      <div className="editor-lines" aria-hidden="true">
        {Array.from({ length: lines }, (_, index) => (
          <b key={index} data-wrong={wrong.has(index + 1) || undefined}>
            {index + 1}
          </b>
        ))}
      </div>
      <textarea
        aria-label="Definition of the rule"
        aria-describedby={describedBy}
        aria-invalid={wrong.size > 0}
        value={text}
        onChange={({ currentTarget: { value } }) => onChange(value)}
        onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
        ref={(field) => {
          if (!field || !cursor || moved.current === cursor) return;
          moved.current = cursor;
          field.focus();
          field.setSelectionRange(cursor.offset, cursor.offset);
        }}
        rows={Math.max(lines, MIN_LINES)}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        wrap="off"
      />
    </div>
  );
}
