import { type ReactNode, useEffect, useRef, useState } from 'react';
import { buttonClass } from '../../ui/button.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import css from './price.module.css';
import { chartWords } from './words.ts';

const words = chartWords.fullScreen;

interface Props {
	children: (button: ReactNode) => ReactNode;
}

/** Shows a part of the page in full screen, or in a dialog if the browser doesn't support full screen. Escape closes both. */
export function FullScreen({ children }: Props) {
	const box = useRef<HTMLDivElement>(null);
	const dialog = useRef<HTMLDialogElement>(null);
	const [mode, setMode] = useState<'no' | 'screen' | 'dialog'>('no');
	useEffect(() => {
		const onChange = (): void => setMode(document.fullscreenElement === box.current && box.current !== null ? 'screen' : 'no');
		document.addEventListener('fullscreenchange', onChange);
		return () => document.removeEventListener('fullscreenchange', onChange);
	}, []);
	useEffect(() => {
		if (mode !== 'screen') return undefined;
		// Listens in the capture phase, because the page's own Escape would go back to the list.
		const onKey = (event: KeyboardEvent): void => {
			if (event.key !== 'Escape' || event.defaultPrevented) return;
			event.preventDefault();
			void document.exitFullscreen();
		};
		document.addEventListener('keydown', onKey, { capture: true });
		return () => document.removeEventListener('keydown', onKey, { capture: true });
	}, [mode]);
	const enter = (): void => {
		const request = document.fullscreenEnabled ? box.current?.requestFullscreen() : undefined;
		if (request) request.catch(() => setMode('dialog'));
		else setMode('dialog');
	};
	const leave = (): void => {
		if (mode === 'dialog') dialog.current?.close();
		else void document.exitFullscreen();
	};
	const button = (
		<button
			type="button"
			className={`${buttonClass} needs-script`}
			aria-pressed={mode !== 'no'}
			title={mode === 'no' ? undefined : words.hint}
			onClick={mode === 'no' ? enter : leave}
		>
			{mode === 'no' ? words.enter : words.leave}
		</button>
	);
	const content = children(button);
	if (mode === 'dialog') {
		return (
			<Dialog dialog={dialog} label={words.label} boxClass={css['fullDialog']} opensOnMount onClose={() => setMode('no')}>
				{content}
			</Dialog>
		);
	}
	return (
		<div ref={box} className={css['whole']} data-full={mode === 'screen' ? '' : undefined}>
			{content}
		</div>
	);
}
