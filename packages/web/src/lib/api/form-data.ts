/** Converts a body of files to a form. The transport sends the form unchanged. Its type is still the body's type, so that field names are checked. */
export function toFormData<B extends Readonly<Record<string, File>>>(body: B): B {
	const form = new FormData();
	for (const [field, file] of Object.entries(body)) form.append(field, file);
	return form as unknown as B;
}
