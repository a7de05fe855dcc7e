import { useState } from 'react';

/**
 * Keeps the displayed value stable. While `keyOf` gives the same result, the newest value is shown. A value with another result (a newer
 * report) waits until `accept` is called. When `key` changes (another list), the newest value is shown immediately.
 */
export function useStableValue<T>(
	key: string,
	current: T | undefined,
	keyOf: (value: T) => string,
): { shown: T | undefined; waiting: T | undefined; accept: () => void } {
	const [held, setHeld] = useState({ key, value: current });
	const isFresh = held.key !== key || held.value === undefined;
	const isSameKind = !isFresh && current !== undefined && held.value !== undefined && keyOf(current) === keyOf(held.value);
	if ((isFresh || isSameKind) && (held.key !== key || held.value !== current)) setHeld({ key, value: current });
	if (isFresh || isSameKind) return { shown: current, waiting: undefined, accept: () => {} };
	return { shown: held.value, waiting: current, accept: () => setHeld({ key, value: current }) };
}
