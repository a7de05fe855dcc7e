import { useState } from 'react';

/**
 * Keeps the displayed value stable. While `keyOf(current)` stays the same, the newest value is shown. A value with another `keyOf` (a newer report) waits
 * until `accept` is called. When `key` changes (another list), its newest value is shown immediately.
 */
export function useStableValue<T>(
	key: string,
	current: T | undefined,
	keyOf: (value: T) => string,
): { shown: T | undefined; waiting: T | undefined; take: () => void } {
	const [held, hold] = useState({ key, value: current });
	const start = held.key !== key || held.value === undefined;
	const same = !start && current !== undefined && held.value !== undefined && keyOf(current) === keyOf(held.value);
	if ((start || same) && (held.key !== key || held.value !== current)) hold({ key, value: current });
	if (start || same) return { shown: current, waiting: undefined, take: () => {} };
	return { shown: held.value, waiting: current, take: () => hold({ key, value: current }) };
}
