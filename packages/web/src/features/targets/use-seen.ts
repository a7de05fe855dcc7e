import { type RefObject, useEffect, useState } from 'react';

/** Distance below the window at which a list starts to load. */
const AHEAD = '600px';

/** Whether it has come near the window once, so that a hundred lists don't load at once. */
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
