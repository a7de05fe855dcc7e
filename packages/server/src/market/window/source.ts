/** Where the market's numbers come from, as far as answers tell. */
export interface Source {
	/** Key of the provider. */
	readonly name: string;
	/** What screens print beside its numbers. */
	readonly label: string;
	readonly simulated: boolean;
	/** Whether visitors may see its numbers: vendors forbid it without a display agreement. */
	readonly isPublic: boolean;
}
