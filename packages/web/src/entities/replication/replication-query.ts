import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';

export type Replication = AnswerOf<Contract['research']['replication'], 200>;
export type ReplicatedEffect = Replication['items'][number];
export type OwnCombinations = NonNullable<Replication['combinations']>;

/** Queries the published replication; null if none is published yet. */
export function replicationQuery(api: Api) {
	return queryOptions({
		queryKey: ['replication'],
		queryFn: async () => (await api.research.replication()) ?? null,
	});
}
