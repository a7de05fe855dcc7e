import { maxLength, type Rule, required } from '@sw/domain/access/form-rules';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ADMIN_KEY } from '../../entities/administration/table-state.ts';
import { buttonClass } from '../../ui/button.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormBox, useForm } from '../../ui/forms/form-box.tsx';
import { snack } from '../../ui/snackbars/snack.ts';
import { commerceWords as words } from './words.ts';

interface Props {
	label: string;
	/** Full name of the action: title of the dialog, and name for screen readers, which don't announce the row. */
	fullLabel: string;
	effect: string;
	confirmLabel: string;
	/** Label of the reason's input field. */
	reasonLabel?: string;
	isRequired?: boolean;
	/** Carries out the action. `reason` is '' if none was given. Resolves to a sentence that states the result. */
	act(reason: string): Promise<string>;
}

const OPTIONAL: readonly Rule[] = [maxLength(200, words.tooLong)];
const REQUIRED: readonly Rule[] = [required(), ...OPTIONAL];

/** Button for an action that asks for a reason. A dialog first says what the action will do; a toast afterwards says what it did. */
export function ReasonAction(props: Props) {
	const [isOpen, setOpen] = useState(false);
	return (
		<>
			<button type="button" className={buttonClass} aria-label={props.fullLabel} onClick={() => setOpen(true)}>
				{props.label}
			</button>
			{isOpen ? <ReasonDialog {...props} close={() => setOpen(false)} /> : null}
		</>
	);
}

function ReasonDialog({
	fullLabel,
	effect,
	confirmLabel,
	reasonLabel = words.reason,
	isRequired = false,
	act,
	close,
}: Props & { close: () => void }) {
	const dialog = useRef<HTMLDialogElement>(null);
	const queryClient = useQueryClient();
	const form = useForm({ reason: isRequired ? REQUIRED : OPTIONAL }, { reason: '' }, async ({ reason }) => {
		const message = await act(reason.trim());
		await queryClient.invalidateQueries({ queryKey: ADMIN_KEY });
		snack.info(fullLabel, message);
		dialog.current?.close();
	});
	return (
		<Dialog dialog={dialog} title={fullLabel} opensOnMount onClose={close}>
			<p>{effect}</p>
			<FormBox form={form} submitLabel={confirmLabel} cancel={() => dialog.current?.close()}>
				<Field form={form} name="reason" label={reasonLabel} />
			</FormBox>
		</Dialog>
	);
}
