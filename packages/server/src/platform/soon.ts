/** A value that may be there already: what is found in memory need not wait for its turn as a promise does. */
export type Soon<T> = T | Promise<T>;

/** A query of the store counts as a promise, though it is none of JavaScript's own. */
export const isPromise = <T>(value: Soon<T>): value is Promise<T> =>
	typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';

/** What follows from the value, as soon as it is there. */
export const whenThere = <T, R>(value: Soon<T>, next: (value: T) => Soon<R>): Soon<R> =>
	isPromise(value) ? value.then(next) : next(value);
