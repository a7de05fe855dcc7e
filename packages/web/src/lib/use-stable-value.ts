import { useState } from 'react';

/**
 * Keeps the displayed value stable. While `getVersion` returns the same text, the newest value is shown. A value with another version (a newer
 * report) waits until `accept` is called. When `key` changes (another list), the newest value is shown immediately.
 */
export function useStableValue<T>(
	key: string,
	current: T | undefined,
	getVersion: (value: T) => string,
): { shown: T | undefined; waiting: T | undefined; accept: () => void } {
	const [accepted, setAccepted] = useState({ key, value: current });
	const isFresh = accepted.key !== key || accepted.value === undefined;
	const isSameVersion =
		!isFresh && current !== undefined && accepted.value !== undefined && getVersion(current) === getVersion(accepted.value);
	if ((isFresh || isSameVersion) && (accepted.key !== key || accepted.value !== current)) setAccepted({ key, value: current });
	if (isFresh || isSameVersion) return { shown: current, waiting: undefined, accept: () => {} };
	return { shown: accepted.value, waiting: current, accept: () => setAccepted({ key, value: current }) };
}
