import { type RefObject, useRef, useState } from 'react';
import { countChoices } from '../../entities/list-state/choices.ts';
import { buttonClass } from '../../ui/button.ts';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { onDemand } from '../../ui/states/on-demand.tsx';
import type { SheetProps } from './sheet-body.tsx';
import { filterTitles as words } from './titles.ts';

const SheetBody = onDemand(async () => (await import('./sheet-body.tsx')).SheetBody);

/** Shows the button that opens the filter sheet, with the number of active choices. */
export function FilterButton(props: SheetProps) {
	const sheet: RefObject<HTMLDialogElement | null> = useRef(null);
	const [isOpen, setOpen] = useState(false);
	const count = countChoices(props.state) - (props.hideShowChoice ? 1 : 0);
	return (
		<>
			<button
				type="button"
				className={`${buttonClass} needs-script`}
				aria-haspopup="dialog"
				onPointerEnter={SheetBody.fetch}
				onFocus={SheetBody.fetch}
				onClick={() => {
					setOpen(true);
					sheet.current?.showModal();
				}}
			>
				{count > 0 ? words.openCount(count) : words.open}
			</button>
			<Sheet sheet={sheet} title={words.title} onClose={() => setOpen(false)}>
				{isOpen ? <SheetBody {...props} /> : null}
			</Sheet>
		</>
	);
}
