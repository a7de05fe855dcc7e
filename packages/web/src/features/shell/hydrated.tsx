import { Suspense, useEffect } from 'react';
import { heard } from '../../lib/heard.ts';

const Mark = () => {
	useEffect(() => heard(), []);
	return null;
};

/**
 * Says on the document that keys and clicks are heard, for tests and assistive scripts. The page hydrates after the frame around it, in
 * boundaries of its own: one of the router's outlet and one of its match. As deep and behind them, this one is not done before they are, unless
 * one waits for a script of its own: that part says so itself.
 */
export const Hydrated = () => (
	<Suspense>
		<Suspense>
			<Mark />
		</Suspense>
	</Suspense>
);
