/** Whether this process is the one that takes in, scores and publishes. */
export interface Leading {
	/** Of its lead; undefined while another process leads. */
	epoch(): number | undefined;
	/** Called whenever that has changed; a lead that was lost is not sought again before what the listener answers has settled. Answers the way to stop listening. */
	onChange(listener: () => unknown): () => void;
}

/** For a process that never leads. */
export const NEVER_LEADS: Leading = { epoch: () => undefined, onChange: () => () => {} };

/** For a process beside which there can be none. */
export const ALWAYS_LEADS: Leading = { epoch: () => 0, onChange: () => () => {} };
