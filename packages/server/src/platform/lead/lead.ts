import type { Fence } from '@sw/store/lead/fence';
import type { Records } from '@sw/store/postgres/records';

/** Who leads the market, as far as this process knows. */
export interface Lead {
	/** The epoch in which this process leads; undefined while it does not. */
	epoch(): number | undefined;
	/** After each change of `epoch`; a lead that was lost and taken again is two. Returns the way to stop listening. */
	onChange(listener: (epoch: number | undefined) => void): () => void;
	/** For `Stores.fence`: every commit of the pipeline passes it. */
	readonly fence: Fence;
	/** Gives the lead back at once, for the next to take; what is to be committed has been. */
	close(): Promise<void>;
}

export interface LeadParts {
	readonly records: Pick<Records, 'url' | 'process'>;
	/** The name of this process, for people. */
	readonly name: string;
	/** Where other processes reach it. */
	readonly address: string;
	/** Milliseconds by a clock that nobody sets: performance.now unless a test says otherwise. */
	readonly steady?: () => number;
	onTrouble(what: string, error: unknown): void;
}
