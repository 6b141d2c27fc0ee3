import { Textarea, type TextareaProps } from '@mantine/core';

interface LongTextProps extends Omit<TextareaProps, 'onChange' | 'maxLength' | 'error'> {
  value: string;
  onText: (text: string) => void;
  /** characters of the text, at most */
  most: number;
}

/** A text of several lines. It says so when its limit cuts what a person writes or pastes. */
export const LongText = ({ value, onText, most, minRows = 2, maxRows = 20, ...input }: LongTextProps) => (
  <Textarea
    {...input}
    value={value}
    onChange={({ currentTarget }) => onText(currentTarget.value)}
    autosize
    minRows={minRows}
    maxRows={maxRows}
    maxLength={most}
    error={value.length >= most && `The text ends here: it has at most ${most.toLocaleString('en-GB')} characters.`}
  />
);
