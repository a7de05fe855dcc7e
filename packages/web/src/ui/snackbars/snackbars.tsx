import { useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTopDialog } from '../../lib/top-dialog.ts';
import { buttonClass } from '../button.ts';
import { words } from '../words.ts';
import { type Snack, snackList } from './snack.ts';
import css from './snackbars.module.css';

const NONE: readonly Snack[] = [];

/** Shows snackbars at the bottom right of the page. If a dialog or full-screen element is open, they are inside it, because only its content is visible. */
export function Snackbars() {
	const dialog = useTopDialog();
	const snacks = useSyncExternalStore(snackList.watch, snackList.current, () => NONE);
	if (snacks.length === 0) return null;
	return dialog ? createPortal(<ShownSnacks snacks={snacks} inDialog />, dialog) : <ShownSnacks snacks={snacks} />;
}

function ShownSnacks({ snacks, inDialog }: { snacks: readonly Snack[]; inDialog?: boolean }) {
	const box = useRef<HTMLElement>(null);
	useEffect(() => {
		// Shows the snackbars above an open panel, which is at the bottom on small screens. A sheet has its own space for them.
		if (!inDialog) box.current?.showPopover();
		return () => snackList.pause(false);
	}, [inDialog]);
	return (
		<section
			ref={box}
			popover={inDialog ? undefined : 'manual'}
			aria-label={words.notices}
			className={css['bars']}
			onPointerEnter={() => snackList.pause(true)}
			onPointerLeave={() => snackList.pause(false)}
			onFocus={() => snackList.pause(true)}
			onBlur={() => snackList.pause(false)}
		>
			{snacks.map((snack) => (
				<Bar key={snack.id} snack={snack} />
			))}
		</section>
	);
}

function Bar({ snack: { id, title, message, tone, button } }: { snack: Snack }) {
	return (
		<div className={`${css['bar']} ${css[tone]}`} role="alert" data-snack={tone}>
			<div className={css['body']}>
				<div className={css['title']}>{title}</div>
				<div className={css['message']}>
					{message}
					{button ? (
						<button type="button" className={buttonClass} onClick={button.act}>
							{button.label}
						</button>
					) : null}
				</div>
			</div>
			<button type="button" className={css['close']} aria-label={words.close} onClick={() => snackList.hide(id)}>
				<Cross />
			</button>
		</div>
	);
}

function Cross() {
	return (
		<svg viewBox="0 0 15 15" width="16" height="16" aria-hidden="true">
			<path d="m3.6 3.6 7.8 7.8m0-7.8-7.8 7.8" fill="none" stroke="currentColor" strokeWidth="1.15" strokeLinecap="round" />
		</svg>
	);
}
