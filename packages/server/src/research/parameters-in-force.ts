import { marketParameters } from '@sw/domain/research/script-params';
import { PARAMETERS_V1, type ParameterSet } from '@sw/domain/signals/parameters';
import { createSemaphore } from '../platform/concurrency/semaphore.ts';
import type { ParameterRecords } from './ports.ts';

type Records = Pick<ParameterRecords, 'scriptEntries' | 'numberedSet'>;

/** The parameter set that the engine shall score by: the built-in one with the changes that administrators made, under its own number. */
export async function storedParameters(records: Records): Promise<ParameterSet> {
	const set = marketParameters(PARAMETERS_V1, await records.scriptEntries());
	return set === PARAMETERS_V1 ? PARAMETERS_V1 : records.numberedSet(set);
}

/** The set that is in force in this process; reports name the set that they were built with. */
export interface ParametersInForce {
	/** The same object until another set takes over. */
	now(): ParameterSet;
	/** Reads what administrators have changed; answers whether another set is in force since. */
	renew(): Promise<boolean>;
}

export async function openParametersInForce(records: Records): Promise<ParametersInForce> {
	let inForce = await storedParameters(records);
	// Two changes at once: the later reading must not be overtaken by the earlier.
	const runLimited = createSemaphore();
	return {
		now: () => inForce,
		renew: () =>
			runLimited(async () => {
				const stored = await storedParameters(records);
				if (stored.version === inForce.version) return false;
				inForce = stored;
				return true;
			}),
	};
}
