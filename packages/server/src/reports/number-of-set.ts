import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Db } from '@sw/store/postgres/records';
import { ensureParameterSet } from '@sw/store/postgres/records/parameter-sets';
import { parametersHash } from './content-hash.ts';
import type { NumberedSet } from './publish.ts';

/** Looks a set up once; the few that are ever in force are kept. */
export const createNumberOf = (db: Db): ((parameters: ParameterSet) => Promise<NumberedSet>) => {
	const known = new WeakMap<ParameterSet, NumberedSet>();
	return async (parameters) => {
		const found = known.get(parameters) ?? { version: await ensureParameterSet(db, parameters), hash: parametersHash(parameters) };
		known.set(parameters, found);
		return found;
	};
};
