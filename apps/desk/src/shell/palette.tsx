import { Kbd } from '@mantine/core';
import { useDebouncedValue, useHotkeys } from '@mantine/hooks';
import { createSpotlight, Spotlight, type SpotlightActionData, type SpotlightFilterFunction } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { isDialogOpen, useShownCommands } from '../keys/commands';
import { paletteQuery } from '../search/queries';
import { useMay } from '../session/session';

const [store, palette] = createSpotlight();
export const openPalette = palette.open;

const TYPING_MS = 120;
const FOUND = 'customer ';
const PLACEHOLDER = 'Find a command or a customer';

/** Finds a command of the page by its name, and customers by theirs. Pages about the installation have no customers. */
export function Palette() {
  const { tenant } = useParams({ strict: false });
  const may = useMay(tenant);
  const navigate = useNavigate();
  const commands = useShownCommands();
  const [text, setText] = useState('');
  const [typed] = useDebouncedValue(text.trim(), TYPING_MS);
  const { data: found = [] } = useQuery(
    paletteQuery(tenant ?? '', typed, tenant !== undefined && may('read_customers')),
  );
  useHotkeys([['mod+K', () => !isDialogOpen() && openPalette()]]);
  const customers = typed.length > 1 && text.trim() !== '' ? found : [];
  return (
    <Spotlight
      store={store}
      attributes={{ content: { 'aria-label': PLACEHOLDER } }}
      shortcut={null}
      query={text}
      onQueryChange={setText}
      filter={shown}
      searchProps={{ placeholder: PLACEHOLDER, 'aria-label': PLACEHOLDER, onKeyDown: takeFirst }}
      nothingFound="Nothing has this name"
      scrollable
      maxHeight={420}
      actions={[
        ...commands.map(({ keys, label, run }) => ({
          id: keys,
          label,
          onClick: run,
          rightSection: <Kbd size="xs">{keys}</Kbd>,
        })),
        ...customers.map(({ id, full_name, business_name, email, external_id }) => ({
          id: `${FOUND}${id}`,
          label: full_name ?? business_name ?? email,
          description: [email, external_id].filter(Boolean).join(', '),
          onClick: () => void navigate({ to: '/$tenant/customers/$id', params: { tenant: tenant!, id } }),
          className: 'foreign',
        })),
      ]}
    />
  );
}

/** Customers come after the text was typed, so that none of them is selected yet. Then Enter takes the first. */
function takeFirst({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  const list = currentTarget.closest('[role="dialog"]');
  if (key !== 'Enter' || list?.querySelector('[data-selected]')) return;
  list?.querySelector<HTMLElement>('[data-action]')?.click();
}

/** The server has chosen the customers: their names may have other letters than the text. */
const shown: SpotlightFilterFunction = (text, actions) => {
  const wanted = text.trim().toLowerCase();
  return (actions as SpotlightActionData[]).filter(
    ({ id, label }) => id.startsWith(FOUND) || (label ?? '').toLowerCase().includes(wanted),
  );
};
