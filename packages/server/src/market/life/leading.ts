/** Whether this process leads: ingests, scores and publishes. */
export interface Leading {
	/** Number of its term as leader; undefined while another process leads. */
	epoch(): number | undefined;
	/** Called on each change; after a loss, leadership is sought again only once the listener's promise has settled. Returns a function that unsubscribes. */
	onChange(listener: () => unknown): () => void;
}

/** For a process that never leads. */
export const NEVER_LEADS: Leading = { epoch: () => undefined, onChange: () => () => {} };

/** For a process beside which there can be none. */
export const ALWAYS_LEADS: Leading = { epoch: () => 0, onChange: () => () => {} };
