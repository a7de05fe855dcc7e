/** How fast a market clock runs. */
export interface Pace {
	/** Market seconds per wall-clock second; above 0. */
	speed(): number;
	/** Calls back when the speed has changed. Returns a function that stops this. */
	onChange(listener: () => void): () => void;
}

export function steadyPace(speed: number): Pace {
	return { speed: () => speed, onChange: () => () => {} };
}
