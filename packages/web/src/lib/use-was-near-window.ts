import { type RefObject, useEffect, useState } from 'react';

/** Returns whether the element has ever been within `margin` (CSS length) of the window. Content far below it loads later. */
export function useWasNearWindow(ref: RefObject<Element | null>, margin: string, initialValue = false): boolean {
	const [wasNear, setWasNear] = useState(initialValue);
	useEffect(() => {
		const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setWasNear(true), { rootMargin: margin });
		if (ref.current && !wasNear) observer.observe(ref.current);
		return () => observer.disconnect();
	}, [wasNear, ref, margin]);
	return wasNear;
}
