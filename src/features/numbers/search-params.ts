/** What the address says. */
export interface NumbersSearch {
  /** `show=failures`: nothing but figures that are wrong */
  readonly onlyWrong: boolean;
}

export const readSearch = (params: URLSearchParams): NumbersSearch => ({
  onlyWrong: params.get("show") === "failures",
});
