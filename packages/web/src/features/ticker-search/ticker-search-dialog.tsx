import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { isTyping } from '../../lib/typing.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { onDemand } from '../../ui/states/on-demand.tsx';
import css from './ticker-search-box.module.css';
import { tickerSearchTitles } from './titles.ts';

const TickerSearchBox = onDemand(async () => (await import('./ticker-search-box.tsx')).TickerSearchBox);

export interface TickerSearchState {
	dialog: RefObject<HTMLDialogElement | null>;
	/** Whether the dialog has ever been opened. */
	wasOpened: boolean;
	open: () => void;
	/** Loads the code of the search in advance. */
	prefetch: () => void;
}

export function useTickerSearch(): TickerSearchState {
	const dialog = useRef<HTMLDialogElement>(null);
	const [wasOpened, setWasOpened] = useState(false);
	const open = useCallback(() => {
		setWasOpened(true);
		if (!dialog.current?.open) dialog.current?.showModal();
	}, []);
	return { dialog, wasOpened, open, prefetch: TickerSearchBox.fetch };
}

/** Shows the ticker search in a dialog. */
export function TickerSearchDialog({ state }: { state: TickerSearchState }) {
	const { dialog, wasOpened } = state;
	const [text, setText] = useState('');
	const appendText = useCallback((character: string) => setText((previous) => previous + character), []);
	useSearchKeys(state, appendText);
	return (
		<Dialog dialog={dialog} label={tickerSearchTitles.title} boxClass={css['dialog']} lightDismiss>
			{wasOpened ? <TickerSearchBox text={text} setText={setText} close={() => dialog.current?.close()} /> : null}
		</Dialog>
	);
}

/** Opens the search with '/' or Ctrl+K (⌘K) on every page. Text typed before the field has loaded is kept. */
function useSearchKeys({ dialog, open }: TickerSearchState, appendText: (character: string) => void): void {
	useEffect(() => {
		const onKey = (event: KeyboardEvent): void => {
			const hasCommandKey = event.ctrlKey || event.metaKey;
			const isSearchChord = hasCommandKey && event.key.toLowerCase() === 'k';
			if (event.target === dialog.current && event.key.length === 1 && !hasCommandKey) {
				// Without this, a field that appears right now would also receive the typed character.
				event.preventDefault();
				appendText(event.key);
			} else if (isSearchChord || (event.key === '/' && !isTyping(event))) {
				event.preventDefault();
				open();
			}
		};
		document.addEventListener('keydown', onKey);
		return () => document.removeEventListener('keydown', onKey);
	}, [dialog, open, appendText]);
}
