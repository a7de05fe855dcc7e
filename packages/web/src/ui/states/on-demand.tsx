import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react';
import { words } from '../words.ts';
import { LoadFailed } from './load-failed.tsx';
import css from './on-demand.module.css';

export interface OnDemand<P extends object> extends FunctionComponent<P> {
	/** Loads the code in advance: when the button that opens it is hovered or focused. */
	fetch(): void;
}

/**
 * A part of a page whose code loads on first use, for things the reader opens: it is never rendered on the server, so it doesn't wait for
 * hydration. `apart`: it has no panel of its own, so a message over the page is shown while it loads; 'silent': nothing is shown.
 */
export function onDemand<P extends object>(load: () => Promise<ComponentType<P>>, apart: boolean | 'silent' = false): OnDemand<P> {
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
			const notify = (next: 'ready' | 'failed') => (): void => {
				if (!gone) setState(next);
			};
			fetched().then(notify('ready'), notify('failed'));
			return () => {
				gone = true;
			};
		}, [state]);
		if (Ready) return <Ready {...props} />;
		if (apart === 'silent') return null;
		const content =
			state === 'failed' ? (
				<LoadFailed retry={() => setState('waiting')} />
			) : (
				<p className={css['waiting']} role="status" aria-busy="true" data-coming="">
					{words.loading}
				</p>
			);
		return apart ? <div className={css['apart']}>{content}</div> : content;
	};
	return Object.assign(Part, {
		fetch: () => {
			// Failed code is loaded again when rendered, and a failure then is reported.
			fetched().catch(() => {});
		},
	});
}
