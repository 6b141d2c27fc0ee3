import { ActionIcon, AppShell, Button, Group, Kbd, NavLink, Select, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useCommands } from '../keys/commands';
import { useTenant } from '../parts/use-tenant';
import { signOut, tenantsOf, useMay, useMe } from '../session/session';
import { KeysHelp } from './keys-help';
import { openPalette, Palette } from './palette';
import { SECTIONS } from './sections';
import { ThemeSwitch } from './theme-switch';

/** The frame around every page of a tenant. */
export function Shell() {
  const tenant = useTenant();
  const me = useMe();
  const may = useMay(tenant);
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [helps, help] = useDisclosure();
  const sections = SECTIONS.filter(({ permission }) => may(permission));
  useCommands([
    ...sections.map(({ to, label, keys }) => ({
      keys,
      label: `Go to ${label.toLowerCase()}`,
      run: () => void navigate({ to, params: { tenant } }),
    })),
    { keys: '?', label: 'Show the keys of this page', run: help.open },
    { keys: '/', label: 'Find a command', run: openPalette },
  ]);
  return (
    <AppShell header={{ height: 52 }} navbar={{ width: 190, breakpoint: 'sm' }} padding="md">
      <AppShell.Header component="header">
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group wrap="nowrap">
            <Text fw={700}>Probity</Text>
            <Select
              aria-label="Tenant"
              data={[...new Set([...tenantsOf(me), tenant])]}
              value={tenant}
              allowDeselect={false}
              onChange={(chosen) => chosen && void navigate({ to: '/$tenant/alerts', params: { tenant: chosen } })}
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
        {sections.map(({ to, label, keys }) => (
          <NavLink
            key={to}
            component={Link}
            to={to.replace('$tenant', tenant)}
            label={label}
            active={path.startsWith(`/desk${to.replace('$tenant', tenant)}`)}
            rightSection={<Kbd size="xs">{keys}</Kbd>}
          />
        ))}
      </AppShell.Navbar>
      <AppShell.Main component="main">
        <Outlet />
      </AppShell.Main>
      <Palette />
      <KeysHelp opened={helps} onClose={help.close} />
    </AppShell>
  );
}
