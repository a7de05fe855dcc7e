/**
 * An object that can be replaced: an import into a running server brings new tickers, and with them a new directory and window, while handlers keep
 * their references. `view` always delegates to the current object.
 */
export const switchable = <T extends object>(first: T): { readonly view: T; switchTo(next: T): void } => {
	let current = first;
	return {
		view: new Proxy(first, { get: (_first, key) => Reflect.get(current, key) }),
		switchTo: (next) => {
			current = next;
		},
	};
};
