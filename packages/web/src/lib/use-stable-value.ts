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
	const [accepted, setAccepted] = useState({ key, value: current });
	const isFresh = accepted.key !== key || accepted.value === undefined;
	const isSameKind = !isFresh && current !== undefined && accepted.value !== undefined && keyOf(current) === keyOf(accepted.value);
	if ((isFresh || isSameKind) && (accepted.key !== key || accepted.value !== current)) setAccepted({ key, value: current });
	if (isFresh || isSameKind) return { shown: current, waiting: undefined, accept: () => {} };
	return { shown: accepted.value, waiting: current, accept: () => setAccepted({ key, value: current }) };
}
