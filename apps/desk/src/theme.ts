import { createTheme } from '@mantine/core';

/** Darker shades than the defaults, so that text on filled parts has enough contrast in both themes. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 9 },
  autoContrast: true,
  luminanceThreshold: 0.2,
  cursorType: 'pointer',
  defaultRadius: 'sm',
});
