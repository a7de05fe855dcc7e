import { type ComponentType, useEffect, useState } from 'react';

/** A part of every page that isn't needed at first: its code loads after the page, and it is never rendered on the server. */
export const afterPage = (load: () => Promise<ComponentType>): ComponentType =>
	function AfterPage() {
		const [part, setPart] = useState<{ Part: ComponentType }>();
		useEffect(() => {
			load().then(
				(Part) => setPart({ Part }),
				// The page is complete without it.
				() => {},
			);
		}, []);
		return part ? <part.Part /> : null;
	};
