import { useEffect, useState } from 'react';
import { LIGHT_SCHEME_QUERY } from '../lib/storage/appearance.ts';

/** Returns a counter that increases when a canvas must be redrawn, because the palette or the theme (also the system's) has changed. */
export function useLookVersion(): number {
	const [version, setVersion] = useState(0);
	useEffect(() => {
		const refresh = (): void => setVersion((previous) => previous + 1);
		const observer = new MutationObserver(refresh);
		const systemTheme = matchMedia(LIGHT_SCHEME_QUERY);
		systemTheme.addEventListener('change', refresh);
		observer.observe(document.documentElement, { attributeFilter: ['data-scheme', 'data-palette'] });
		return () => {
			observer.disconnect();
			systemTheme.removeEventListener('change', refresh);
		};
	}, []);
	return version;
}
