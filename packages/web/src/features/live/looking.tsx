import { useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Lets the server know that somebody looks, from the first minute on; what does so is fetched beside the page. Draws nothing. */
export const Looking = () => {
	const { api } = useRouteContext({ from: '__root__' });
	useEffect(() => {
		let gone = false;
		let stop: (() => void) | undefined;
		import('./tell-looks.ts').then(
			({ tellLooks }) => {
				if (!gone) stop = tellLooks(api);
			},
			// The market goes on as slowly as it does for nobody.
			() => {},
		);
		return () => {
			gone = true;
			stop?.();
		};
	}, [api]);
	return null;
};
