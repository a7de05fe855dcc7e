/** A value, or a promise of it: values from memory are returned without the delay of a promise. */
export type MaybePromise<T> = T | Promise<T>;

/** Store queries count as promises, although they only have a `then` method. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
	return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

/** Applies `next` to the value: immediately if it is not a promise. */
export function mapMaybePromise<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
	return isPromise(value) ? value.then(next) : next(value);
}
