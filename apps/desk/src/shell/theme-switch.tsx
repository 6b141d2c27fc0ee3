import { ActionIcon, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';

export function ThemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  const label = `Use the ${other} theme`;
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" aria-label={label} onClick={() => setColorScheme(other)}>
        {other === 'dark' ? '☾' : '☀'}
      </ActionIcon>
    </Tooltip>
  );
}
