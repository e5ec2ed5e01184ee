// Renders the manual for the jar: each page of app/manual as HTML, the frame of the problem pages and of the API page,
// and the index of the search. Maven runs this script (pom.xml).
import groovy.json.JsonOutput
import org.commonmark.ext.gfm.tables.TableRow
import org.commonmark.ext.gfm.tables.TablesExtension
import org.commonmark.node.*
import org.commonmark.parser.Parser
import org.commonmark.renderer.html.AttributeProvider
import org.commonmark.renderer.html.HtmlRenderer

class Heading {
    int level
    String id
    String title
    String text = ''
    String code = ''
    String also = ''
}

class Page {
    String name
    String title
    String description
    String html
    List<Heading> headings = []

    String getPath() { name == 'index' ? '/docs/' : "/docs/$name/" }
}

def source = new File(project.basedir, 'app/manual')
def target = new File(project.build.directory, 'manual')
target.mkdirs()

def extensions = [TablesExtension.create()]
def parser = Parser.builder().extensions(extensions).build()

String escape(String text) {
    text.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;').replace('"', '&quot;')
}

/** The sentences of a part of a page, without their format and without blocks of code. */
String words(Node part) {
    def text = new StringBuilder()
    part.accept(new AbstractVisitor() {
        void visit(Text node) { text << node.literal }
        void visit(Code node) { text << node.literal }
        void visit(SoftLineBreak node) { text << ' ' }
        void visit(HardLineBreak node) { text << ' ' }
        void visit(CustomNode node) {
            visitChildren(node)
            text << (node instanceof TableRow ? '. ' : ' ')
        }
        void visit(ListItem node) { visitChildren(node); text << '. ' }
        void visit(Paragraph node) { visitChildren(node); text << ' ' }
    })
    text.toString().replaceAll(/\s+/, ' ').replaceAll(/([.:!?]) ?\. /, '$1 ').replaceAll(/ \. /, '. ').trim()
}

/** The anchor of a heading, as GitHub makes it. */
String anchor(String title, List<Heading> before) {
    def base = title.toLowerCase(Locale.ROOT).replaceAll(/[^\p{L}\p{N} _-]/, '').replace(' ', '-')
    def id = base
    for (int n = 1; before.any { it.id == id }; n++) id = "$base-$n".toString()
    id
}

/** Where a link leads in the served manual; null if it leads to a file that is not served. */
String served(String link) {
    if (link ==~ /(https?:|\/|#).*/) return link
    def page = link =~ /^([a-z-]+)\.md(#.*)?$/
    if (page) return (page[0][1] == 'index' ? '/docs/' : "/docs/${page[0][1]}/") + (page[0][2] ?: '')
    link ==~ /[a-z-]+\.svg/ ? "/docs/$link" : null
}

def render = { Page page, String markdown ->
    def document = parser.parse(markdown)
    Heading current = null
    for (def node = document.firstChild, next; node; node = next) {
        next = node.next
        if (node instanceof org.commonmark.node.Heading) {
            def title = words(node)
            current = new Heading(level: node.level, id: anchor(title, page.headings), title: title)
            page.headings << current
        } else if (node instanceof HtmlBlock) {
            // <!-- search: words that people use for this section, although it does not have them -->
            def also = node.literal =~ /<!-- search: (.*) -->/
            if (also) current.also = also[0][1]
            node.unlink()
        } else if (node instanceof FencedCodeBlock) {
            if (current) current.code += ' ' + node.literal.replaceAll(/\s+/, ' ').trim()
        } else if (current) {
            current.text += ' ' + words(node)
        }
    }
    document.accept(new AbstractVisitor() {
        void visit(Link link) {
            visitChildren(link)
            def path = served(link.destination)
            if (path) { link.destination = path; return }
            while (link.firstChild) link.insertBefore(link.firstChild)
            link.unlink()
        }
        void visit(Image image) {
            image.destination = served(image.destination) ?: image.destination
        }
    })
    def remaining = page.headings.iterator()
    def attributes = { node, tag, map ->
        if (node instanceof org.commonmark.node.Heading) map.id = remaining.next().id
        if (node instanceof FencedCodeBlock && tag == 'pre') { map.class = node.info ?: 'text'; map.tabindex = '0' }
    } as AttributeProvider
    def html = HtmlRenderer.builder().extensions(extensions).escapeHtml(true)
        .attributeProviderFactory { attributes }.build().render(document)
    html = html.replaceAll(/<table>/, '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>')
        .replaceAll(/<\/table>/, '</table></div>')
    page.html = html.replaceAll(/<h([23]) id="([^"]*)">(.*?)<\/h[23]>/) { all, level, id, text ->
        "<h$level id=\"$id\">$text <a class=\"anchor\" href=\"#$id\" aria-label=\"Link to this section\">#</a></h$level>"
    }
}

// The groups and the order of the pages are those of the index.
def groups = [:]
def pages = [new Page(name: 'index', title: 'Manual')]
def index = new File(source, 'index.md').getText('UTF-8')
def group = null
index.eachLine { line ->
    def entry = line =~ /^\s+- \[(.+?)]\(([a-z-]+)\.md\)(?:: (.*))?$/
    if (line.startsWith('- ')) {
        group = line.substring(2).trim()
        groups[group] = []
    } else if (entry && group) {
        def page = new Page(name: entry[0][2], title: entry[0][1], description: entry[0][3])
        groups[group] << page
        pages << page
    }
}
pages.each { render(it, new File(source, it.name + '.md').getText('UTF-8')) }

def contents = { Page current ->
    groups.collect { name, entries ->
        "<h2>${escape(name)}</h2>\n<ul>\n" + entries.collect {
            def here = it.is(current) ? ' aria-current="page"' : ''
            "<li><a href=\"$it.path\"$here>${escape(it.title)}</a></li>\n"
        }.join() + '</ul>\n'
    }.join()
}

def here = { Page page ->
    def sections = page.headings.findAll { it.level == 2 }
    if (page.name == 'index' || sections.size() < 2) return ''
    '<nav class="here" aria-label="On this page">\n<details>\n<summary>On this page</summary>\n<ul>\n' + sections.collect {
        "<li><a href=\"#$it.id\">${escape(it.title)}</a></li>\n"
    }.join() + '</ul>\n</details>\n</nav>\n'
}

def around = { Page page ->
    def place = pages.indexOf(page)
    def links = []
    if (place > 0) links << "<a rel=\"prev\" href=\"${pages[place - 1].path}\">Previous: ${escape(pages[place - 1].title)}</a>"
    if (place < pages.size() - 1) links << "<a rel=\"next\" href=\"${pages[place + 1].path}\">Next: ${escape(pages[place + 1].title)}</a>"
    '<nav class="around" aria-label="Previous and next page">\n' + links.join('\n') + '\n</nav>\n'
}

def frame = new File(source, 'page.html').getText('UTF-8')
def columns = new File(source, 'columns.html').getText('UTF-8')
def write = { String name, String title, String head, String body ->
    def html = frame.replace('{title}', escape(title)).replace('{head}', head).replace('{body}', body)
    new File(target, name).setText(html, 'UTF-8')
}
def inColumns = { Page page, String article, String nearby, String sections ->
    def (all, title, text) = (article =~ /(?s)^(<h1.*?<\/h1>\n)(.*)$/)[0]
    columns.replace('{name}', page.name).replace('{contents}', contents(page)).replace('{around}', nearby)
        .replace('{here}', sections).replace('{title}', title).replace('{article}', text)
}

pages.each { page ->
    def title = page.headings ? page.headings[0].title : page.title
    write(page.name + '.html', title, '', inColumns(page, page.html, around(page), here(page)))
}
def errors = pages.find { it.name == 'errors' }
write('problem.html', '%1$s', '', inColumns(errors, new File(source, 'problem.html').getText('UTF-8'), '', ''))
write('api.html', 'API', '<link rel="stylesheet" href="/docs/swagger-ui.css">\n', new File(source, 'api.html').getText('UTF-8'))

def sections = pages.findAll { it.name != 'index' }.collectMany { page ->
    page.headings.collect {
        def path = page.path + (it.level == 1 ? '' : '#' + it.id)
        [page: page.title, title: it.title, path: path, text: it.text.trim(), also: it.also, code: it.code.trim()]
    }
}
new File(target, 'search.json').setText(JsonOutput.toJson(sections) + '\n', 'UTF-8')
source.eachFileMatch(~/[a-z-]+\.(md|css|js|svg)/) { new File(target, it.name).bytes = it.bytes }
