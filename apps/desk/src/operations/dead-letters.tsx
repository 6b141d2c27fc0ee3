import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, changeOf, type Schemas } from '../api/client';
import { Actions } from '../parts/actions';
import { Loaded } from '../parts/loaded';
import { Rows } from '../parts/rows';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { deadLettersQuery } from './queries';

type Letter = Schemas['DeadLetter'];

/** Commands and facts that a service could not handle, newest first. */
export function DeadLetters({ page, go }: { page?: number; go: (page: number) => void }) {
  const may = useMay(undefined);
  const query = useQuery(deadLettersQuery(page));
  return (
    <Loaded query={query}>
      {(letters) => (
        <Rows
          rows={letters}
          what="dead letter"
          empty="Every command and every fact was handled."
          idOf={({ service, message }) => `${service} ${message}`}
          page={page}
          go={go}
          columns={[
            { title: 'Service', width: 150, cell: ({ service }) => service },
            { title: 'Kind', width: 90, cell: ({ kind }) => kind },
            { title: 'Type', width: 260, cell: ({ type }) => type },
            { title: 'Message', cell: ({ message }) => <span className="foreign">{message}</span> },
            { title: 'Attempts', width: 90, align: 'right', cell: ({ attempts }) => attempts },
            { title: 'When', width: 140, cell: ({ at }) => <When at={at} /> },
            {
              title: 'State',
              width: 180,
              cell: (letter) =>
                letter.state === 'failed' && letter.stream !== null && may('read_platform_notices') ? (
                  <HandleAgain letter={letter} />
                ) : (
                  letter.state
                ),
            },
          ]}
        />
      )}
    </Loaded>
  );
}

function HandleAgain({ letter: { service, message } }: { letter: Letter }) {
  const cache = useQueryClient();
  return (
    <Actions
      onSent={() => {
        for (const read of ['dead-letters', 'operations']) void cache.invalidateQueries({ queryKey: [read] });
      }}
      actions={[
        {
          label: `Handle it again: ${message} in ${service}`,
          shown: 'Handle it again',
          follows: 'The service handles the fact again within seconds. It stays listed until it has.',
          send: (reason) =>
            changeOf(api.POST('/api/v1/operations/dead-letters/rerun', { body: { service, message, reason } })),
        },
      ]}
    />
  );
}
