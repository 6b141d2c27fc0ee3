import { useParams } from '@tanstack/react-router';

/** The slug of the tenant whose page is shown. */
export const useTenant = (): string => useParams({ from: '/$tenant' }).tenant;
