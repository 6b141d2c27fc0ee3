import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

const TYPING_MS = 300;

interface TextFilterProps {
  label: string;
  value: string | undefined;
  type?: 'text' | 'date';
  width?: number;
  choose: (value: string | undefined) => void;
}

/** A filter that a person types. It applies when the person pauses, and follows the address of the page. */
export function TextFilter({ label, value = '', type = 'text', width = 150, choose }: TextFilterProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  const send = useDebouncedCallback((typed: string) => {
    sent.current = typed.trim();
    choose(sent.current === '' ? undefined : sent.current);
  }, TYPING_MS);
  return (
    <TextInput
      label={label}
      type={type}
      value={text}
      onChange={({ currentTarget: { value: typed } }) => {
        setText(typed);
        send(typed);
      }}
      size="xs"
      w={width}
    />
  );
}
