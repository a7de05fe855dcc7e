import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react';
import { LoadFailed } from './load-failed.tsx';

interface OnDemand<P extends object> extends FunctionComponent<P> {
	/** Fetches the code before it is drawn: when a pointer or the focus comes to what opens it. */
	fetch(): void;
}

/**
 * A part of a page whose code is fetched when it is drawn first. For what a reader opens: it is never drawn on the server, so nothing of it
 * waits for hydration.
 */
export const onDemand = <P extends object>(load: () => Promise<ComponentType<P>>): OnDemand<P> => {
	let Ready: ComponentType<P> | undefined;
	let coming: Promise<void> | undefined;
	const fetched = (): Promise<void> => {
		coming ??= load().then(
			(part) => {
				Ready = part;
			},
			(error: unknown) => {
				coming = undefined;
				throw error;
			},
		);
		return coming;
	};
	const Part = (props: P) => {
		const [state, setState] = useState<'waiting' | 'ready' | 'failed'>('waiting');
		useEffect(() => {
			if (state !== 'waiting') return undefined;
			let gone = false;
			const tell = (next: 'ready' | 'failed') => (): void => {
				if (!gone) setState(next);
			};
			fetched().then(tell('ready'), tell('failed'));
			return () => {
				gone = true;
			};
		}, [state]);
		if (Ready) return <Ready {...props} />;
		return state === 'failed' ? <LoadFailed retry={() => setState('waiting')} /> : <div aria-busy="true" />;
	};
	return Object.assign(Part, {
		fetch: () => {
			// What failed is fetched again, and told, when it is drawn.
			fetched().catch(() => {});
		},
	});
};
