import { useEffect, useState } from 'react';

/** The value once it hasn't changed for `ms`; values are distinguished by `key`. */
export const useQuiet = <T>(value: T, key: string, ms: number): T => {
	const [quiet, setQuiet] = useState({ value, key });
	// biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the value.
	useEffect(() => {
		const timer = setTimeout(() => setQuiet({ value, key }), ms);
		return () => clearTimeout(timer);
	}, [key, ms]);
	return quiet.value;
};
