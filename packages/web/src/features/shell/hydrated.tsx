import { Suspense, useEffect } from 'react';
import { markHydrated } from '../../lib/mark-hydrated.ts';

/**
 * Marks the document as interactive, for tests and assistive scripts. The page hydrates after the frame around it, in its own boundaries: one of
 * the router's outlet and one of its match. This one is just as deep and comes after them, so it hydrates last, except for parts that load their
 * own script and report themselves.
 */
export function Hydrated() {
	return (
		<Suspense>
			<Suspense>
				<Mark />
			</Suspense>
		</Suspense>
	);
}

function Mark() {
	useEffect(() => markHydrated(), []);
	return null;
}
