import { Anchor, Group, Title } from '@mantine/core';
import { Link, Outlet, useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { useCommands } from '../keys/commands';
import { useMay } from '../session/session';
import { SETTINGS_SECTIONS } from './sections';

const KEYS = '1234567890';

/** The frame around the settings of a tenant. The digits choose one of the first ten parts. */
export function SettingsFrame() {
  const { tenant } = useParams({ from: '/$tenant/settings' });
  const may = useMay(tenant);
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const sections = SETTINGS_SECTIONS.filter(({ permission }) => may(permission));
  useCommands(
    sections.slice(0, KEYS.length).map((section, index) => ({
      keys: KEYS[index]!,
      label: `Settings: ${section.label.toLowerCase()}`,
      run: () => void navigate({ to: `/$tenant/settings/${section.path}`, params: { tenant } }),
    })),
  );
  return (
    <>
      <Title order={1} size="h3">
        Settings
      </Title>
      <Group component="nav" aria-label="Parts of the settings" my="sm" gap="md">
        {sections.map((section) => {
          const isHere = path.includes(`/${tenant}/settings/${section.path}`);
          return (
            <Anchor
              key={section.path}
              component={Link}
              to={`/${tenant}/settings/${section.path}`}
              size="sm"
              fw={isHere ? 700 : 400}
              underline={isHere ? 'always' : 'hover'}
              aria-current={isHere ? 'page' : undefined}
            >
              {section.label}
            </Anchor>
          );
        })}
      </Group>
      <Outlet />
    </>
  );
}
