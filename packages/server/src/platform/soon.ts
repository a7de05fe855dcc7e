/** A value, or a promise of it: values from memory are returned without the delay of a promise. */
export type Soon<T> = T | Promise<T>;

/** Store queries count as promises, although they only have a `then` method. */
export const isPromise = <T>(value: Soon<T>): value is Promise<T> =>
	typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';

/** Applies `next` to the value: immediately if it is not a promise. */
export const whenThere = <T, R>(value: Soon<T>, next: (value: T) => Soon<R>): Soon<R> =>
	isPromise(value) ? value.then(next) : next(value);
