/** How fast a market clock runs. */
export interface Pace {
	/** Market seconds in a wall second; above 0. */
	speed(): number;
	/** Tells when the speed has changed. Answers the way to stop listening. */
	onChange(listener: () => void): () => void;
}

export const steadyPace = (speed: number): Pace => ({ speed: () => speed, onChange: () => () => {} });
