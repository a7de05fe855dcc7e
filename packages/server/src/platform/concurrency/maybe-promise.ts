/** A value or its promise: values in memory are returned without the delay of a promise. */
export type MaybePromise<T> = T | Promise<T>;

/** Also true of store queries, which only have a `then` method. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
	return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

/** Applies `next` to the value, synchronously if it is not a promise. */
export function mapMaybePromise<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
	return isPromise(value) ? value.then(next) : next(value);
}
