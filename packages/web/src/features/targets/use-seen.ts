import { type RefObject, useEffect, useState } from 'react';

/** How far below the window a list is asked for already. */
const AHEAD = '600px';

/** Whether it has come near the window once: a hundred lists are not asked for at once. */
export const useSeen = (ref: RefObject<Element | null>, atOnce: boolean): boolean => {
	const [seen, setSeen] = useState(atOnce);
	useEffect(() => {
		const element = ref.current;
		if (seen || !element) return undefined;
		const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), { rootMargin: AHEAD });
		watcher.observe(element);
		return () => watcher.disconnect();
	}, [seen, ref]);
	return seen;
};
