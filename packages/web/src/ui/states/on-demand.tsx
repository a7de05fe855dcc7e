import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react';
import { words } from '../words.ts';
import { LoadFailed } from './load-failed.tsx';
import css from './on-demand.module.css';

export interface OnDemand<P extends object> extends FunctionComponent<P> {
	/** Loads the code in advance, for example when the button that opens the part is hovered or focused. */
	fetch(): void;
}

/**
 * Creates a part of a page whose code loads when the part is first rendered. The server never renders it, so it doesn't wait for hydration.
 * `overlay`: while a part without a panel loads, true shows a message over the page; 'silent' shows nothing.
 */
export function onDemand<P extends object>(load: () => Promise<ComponentType<P>>, overlay: boolean | 'silent' = false): OnDemand<P> {
	let LoadedPart: ComponentType<P> | undefined;
	let loading: Promise<void> | undefined;
	const loadOnce = (): Promise<void> => {
		loading ??= load().then(
			(part) => {
				LoadedPart = part;
			},
			(error: unknown) => {
				loading = undefined;
				throw error;
			},
		);
		return loading;
	};
	const Part = (props: P) => {
		const [state, setState] = useState<'waiting' | 'ready' | 'failed'>('waiting');
		useEffect(() => {
			if (state !== 'waiting') return undefined;
			let isUnmounted = false;
			const notify = (next: 'ready' | 'failed') => (): void => {
				if (!isUnmounted) setState(next);
			};
			loadOnce().then(notify('ready'), notify('failed'));
			return () => {
				isUnmounted = true;
			};
		}, [state]);
		if (LoadedPart) return <LoadedPart {...props} />;
		if (overlay === 'silent') return null;
		const content =
			state === 'failed' ? (
				<LoadFailed retry={() => setState('waiting')} />
			) : (
				<p className={css['waiting']} role="status" aria-busy="true" data-coming="">
					{words.loading}
				</p>
			);
		return overlay ? <div className={css['apart']}>{content}</div> : content;
	};
	return Object.assign(Part, {
		fetch: () => {
			// If this fails, rendering the part tries again and shows a failure.
			loadOnce().catch(() => {});
		},
	});
}
