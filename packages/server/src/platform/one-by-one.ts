/** The same work, but each call begins when those before it have ended, however they ended. */
export const oneByOne = <A extends unknown[], R>(work: (...given: A) => Promise<R>): ((...given: A) => Promise<R>) => {
	let last: Promise<unknown> = Promise.resolve();
	return (...given) => {
		const turn = last.then(() => work(...given));
		last = turn.catch(() => {});
		return turn;
	};
};
