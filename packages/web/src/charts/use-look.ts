import { useEffect, useState } from 'react';
import { LIGHT_SYSTEM } from '../lib/storage/appearance.ts';

/** Returns a counter that increases when a canvas must be redrawn, because the palette or the theme (also the system's) has changed. */
export function useLookVersion(): number {
	const [look, setLook] = useState(0);
	useEffect(() => {
		const refresh = (): void => setLook((before) => before + 1);
		const observer = new MutationObserver(refresh);
		const system = matchMedia(LIGHT_SYSTEM);
		system.addEventListener('change', refresh);
		observer.observe(document.documentElement, { attributeFilter: ['data-scheme', 'data-palette'] });
		return () => {
			observer.disconnect();
			system.removeEventListener('change', refresh);
		};
	}, []);
	return look;
}
