import { ActionIcon, AppShell, Burger, Button, Group, Kbd, Select, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useCommands } from '../keys/commands';
import { useLiveChanges } from '../live/live';
import { mayOf, permissions, signOut, tenantsOf, useMay, useMe } from '../session/session';
import { ConfirmSignIn } from '../session/confirm-sign-in';
import { KeysHelp } from './keys-help';
import { openPalette, Palette } from './palette';
import { Navigation } from './navigation';
import { sectionsOf } from './sections';
import { ThemeSwitch } from './theme-switch';
import { usePageTitle } from './use-page-title';

/** The frame around every page. Pages about the installation have no tenant. */
export function Shell() {
  const { tenant } = useParams({ strict: false });
  const me = useMe();
  const may = useMay(tenant);
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [helps, help] = useDisclosure();
  const [isNavigating, navigation] = useDisclosure();
  // On a narrow screen the navigation covers the page, until a section is chosen.
  useEffect(navigation.close, [path]);
  useLiveChanges(tenant);
  usePageTitle();
  const sections = sectionsOf(may, tenant);
  const { data: matrix = [] } = useQuery(permissions);
  const firstOf = (chosen: string) => sectionsOf(mayOf(me, matrix, chosen), chosen)[0]?.to ?? '/$tenant/alerts';
  useCommands([
    ...sections.map(({ to, label, keys }) => ({
      keys,
      label: `Go to ${label.toLowerCase()}`,
      run: () => void navigate({ to, params: { tenant } }),
    })),
    { keys: '?', label: 'Show the keys of this page', run: help.open },
    { keys: '/', label: 'Find a command or a customer', run: openPalette },
  ]);
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 190, breakpoint: 'md', collapsed: { mobile: !isNavigating } }}
      padding="md"
    >
      <AppShell.Header component="header">
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group wrap="nowrap">
            <Burger
              opened={isNavigating}
              onClick={navigation.toggle}
              hiddenFrom="md"
              size="sm"
              aria-label="Sections"
              aria-expanded={isNavigating}
            />
            <Text fw={700}>Probity</Text>
            <Select
              aria-label="Tenant"
              data={[...new Set([...tenantsOf(me), ...(tenant === undefined ? [] : [tenant])])]}
              value={tenant ?? null}
              placeholder="the installation"
              allowDeselect={false}
              onChange={(chosen) => chosen && void navigate({ to: firstOf(chosen), params: { tenant: chosen } })}
              w={170}
              size="xs"
            />
          </Group>
          <Group wrap="nowrap" gap="xs">
            <Button variant="default" size="xs" onClick={openPalette} rightSection={<Kbd size="xs">/</Kbd>}>
              Find
            </Button>
            <ThemeSwitch />
            <Tooltip label="Keys">
              <ActionIcon variant="default" aria-label="Keys of this page" onClick={help.open}>
                ?
              </ActionIcon>
            </Tooltip>
            <Text size="sm">{me.name}</Text>
            <Button variant="default" size="xs" onClick={() => void signOut()}>
              Sign out
            </Button>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" component="nav" aria-label="Sections">
        <Navigation sections={sections} tenant={tenant} />
      </AppShell.Navbar>
      <AppShell.Main component="main">
        <Outlet />
      </AppShell.Main>
      <Palette />
      <ConfirmSignIn />
      <KeysHelp opened={helps} onClose={help.close} />
    </AppShell>
  );
}
