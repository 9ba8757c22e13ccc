import { useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { Article } from "../../components/article/Article.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { TEXTS } from "./texts.ts";

/** What we stand for; an address with a section's name leads to that section. */
export function Manifesto() {
  const { title, lead, sections } = TEXTS.manifesto;
  const { section } = useParams({ strict: false }) as { section?: string };
  useEffect(() => {
    if (section !== undefined) document.getElementById(section)?.scrollIntoView({ block: "start" });
  }, [section]);
  return (
    <Article title={title} lead={lead}>
      {sections.map(({ id, title: heading, paragraphs }) => (
        <section key={id} id={id} style={{ scrollMarginTop: "72px" }}>
          <h2>
            <PageLink to={`/manifesto/${id}`} style={{ color: "inherit", textDecoration: "none" }}>
              {heading}
            </PageLink>
          </h2>
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </section>
      ))}
    </Article>
  );
}
