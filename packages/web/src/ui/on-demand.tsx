import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react';
import { LoadFailed } from './load-failed.tsx';
import css from './on-demand.module.css';
import { words } from './words.ts';

interface OnDemand<P extends object> extends FunctionComponent<P> {
	/** Fetches the code before it is drawn: when a pointer or the focus comes to what opens it. */
	fetch(): void;
}

/**
 * A part of a page whose code is loaded on first use. For what a reader opens: it is never rendered on the server, so nothing of it waits for hydration.
 * `apart`: it is in no panel of its own; a message over the page says so while it loads.
 */
export const onDemand = <P extends object>(load: () => Promise<ComponentType<P>>, apart = false): OnDemand<P> => {
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
		const said =
			state === 'failed' ? (
				<LoadFailed retry={() => setState('waiting')} />
			) : (
				<p className={css['waiting']} role="status" aria-busy="true" data-coming="">
					{words.loading}
				</p>
			);
		return apart ? <div className={css['apart']}>{said}</div> : said;
	};
	return Object.assign(Part, {
		fetch: () => {
			// What failed is fetched again, and told, when it is drawn.
			fetched().catch(() => {});
		},
	});
};
