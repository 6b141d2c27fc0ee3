import { createTheme, Modal, ModalRoot, Notification } from '@mantine/core';

/** Darker shades than the defaults, so that text on filled parts has enough contrast in both themes. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 9 },
  autoContrast: true,
  luminanceThreshold: 0.2,
  cursorType: 'pointer',
  defaultRadius: 'sm',
  // A dialog that fades out would swallow the next key.
  components: {
    Modal: Modal.extend({ defaultProps: { transitionProps: { duration: 0 } } }),
    ModalRoot: ModalRoot.extend({ defaultProps: { transitionProps: { duration: 0 } } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': 'Close the message' } } }),
  },
});
