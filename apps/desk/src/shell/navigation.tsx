import { Kbd, NavLink, ScrollArea, Text } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { groupsOf, type Section } from './sections';

/** The links to the sections, in groups. It scrolls where the screen is not high enough for all. */
export function Navigation({ sections, tenant = '' }: { sections: Section[]; tenant: string | undefined }) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <ScrollArea type="auto" viewportProps={{ tabIndex: -1 }}>
      {groupsOf(sections).map(({ group, sections }, index) => (
        <section key={group} aria-labelledby={`sections-${index}`}>
          <Text component="h2" id={`sections-${index}`} size="xs" fw={600} c="dimmed" px="xs" pt="xs" pb={2}>
            {group}
          </Text>
          {sections.map(({ to, label, keys }) => (
            <NavLink
              key={to}
              component={Link}
              to={to.replace('$tenant', tenant)}
              label={label}
              py={4}
              active={path.startsWith(`/desk${to.replace('$tenant', tenant)}`)}
              rightSection={<Kbd size="xs">{keys}</Kbd>}
            />
          ))}
        </section>
      ))}
    </ScrollArea>
  );
}
